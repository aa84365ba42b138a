// The page of one robot: its data stand in the page itself.

import { Player } from './player';

const data = document.getElementById('linkwise-data');
const { scene, motion } = JSON.parse(data?.textContent ?? '{}');
const player = new Player(document.body, scene, motion);
Object.assign(window, { player }); // for those who look from the browser's console
