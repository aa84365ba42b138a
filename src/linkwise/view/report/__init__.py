"""Reports: one HTML page that opens anywhere, without a network and without scripts.

page       the page: its style, sections, tables
chart      line charts and histograms as SVG
torques    measured and predicted torques joint by joint, what is left over, its spectrum
motion     positions and velocities of the logs
values     parameters, links, friction
fit        `fit.report`: what an identification found
"""
