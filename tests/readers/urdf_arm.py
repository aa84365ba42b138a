"""A small valid URDF file, one thing per line, and the way to spoil it line by line."""

ARM = """\
<robot name="arm">
  <link name="base"/>
  <link name="upper">
    <inertial>
      <origin xyz="0 0 0.25" rpy="0 0 0"/>
      <mass value="2"/>
      <inertia ixx="0.04" ixy="0" ixz="0" iyy="0.04" iyz="0" izz="0.004"/>
    </inertial>
  </link>
  <link name="lower">
    <inertial>
      <mass value="1"/>
      <inertia ixx="0.02" ixy="0" ixz="0" iyy="0.02" iyz="0" izz="0.002"/>
    </inertial>
  </link>
  <joint name="shoulder" type="revolute">
    <origin xyz="0 0 0.1" rpy="0 0 0"/>
    <parent link="base"/>
    <child link="upper"/>
    <axis xyz="0 1 0"/>
    <limit lower="-2" upper="2" effort="50" velocity="3"/>
    <dynamics damping="0.1" friction="0.2"/>
  </joint>
  <joint name="elbow" type="revolute">
    <origin xyz="0 0 0.5"/>
    <parent link="upper"/>
    <child link="lower"/>
    <axis xyz="0 1 0"/>
    <limit lower="-2" upper="2" effort="20" velocity="3"/>
    <mimic joint="shoulder" multiplier="0.5"/>
  </joint>
</robot>
"""


def changed(**lines: str) -> str:
    """The arm with some lines replaced: changed(L6='<mass value="-2"/>')."""
    text = ARM.split("\n")
    for name, new in lines.items():
        text[int(name[1:]) - 1] = new
    return "\n".join(text)


def chain(links: int, inertial: str = "") -> str:
    """A chain of so many links on turning joints."""
    written = [f'<link name="l{i}">{inertial}</link>' for i in range(links)]
    written += [
        f'<joint name="j{i}" type="continuous"><origin xyz="0 0 1" rpy="0.1 0.2 0.3"/>'
        f'<parent link="l{i - 1}"/><child link="l{i}"/><axis xyz="0 1 1"/></joint>'
        for i in range(1, links)
    ]
    return '<robot name="chain">\n' + "\n".join(written) + "\n</robot>"
