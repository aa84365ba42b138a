// Elements of the page. What comes from a robot's file is text, never markup.

type Child = Node | string | null | undefined;

export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K, attributes: Record<string, unknown> = {}, ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on') && typeof value === 'function') element.addEventListener(name.slice(2), value as EventListener);
    else if (name === 'class') element.className = String(value);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
  for (const child of children) if (child !== null && child !== undefined) element.append(child);
  return element;
}

/** A button that stays pressed. */
export function toggle(text: string, on: boolean, change: (on: boolean) => void, title = ''): HTMLButtonElement {
  const button = el('button', { type: 'button', class: 'chip', 'aria-pressed': on, title }, text);
  button.setAttribute('aria-pressed', String(on));
  button.addEventListener('click', () => {
    const next = button.getAttribute('aria-pressed') !== 'true';
    button.setAttribute('aria-pressed', String(next));
    change(next);
  });
  return button;
}

/** One of several choices. */
export function choices(names: string[], first: string, change: (name: string) => void): HTMLElement {
  const buttons = names.map((name) => el('button', { type: 'button', class: 'chip' }, name));
  const choose = (name: string) => buttons.forEach((b) => b.setAttribute('aria-pressed', String(b.textContent === name)));
  buttons.forEach((b) => b.addEventListener('click', () => { choose(b.textContent ?? ''); change(b.textContent ?? ''); }));
  choose(first);
  return el('div', { class: 'chips', role: 'group' }, ...buttons);
}
