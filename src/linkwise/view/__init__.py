"""Pictures; matplotlib is loaded when one is drawn, and no display is needed.

scene          what there is to see of a robot in three dimensions, as plain data for pages
movie          a motion as a film
solids, raster the shapes of a scene as triangles; triangles as pixels
picture        an empty figure, and the file it is saved to
curves         what is drawn, checked and made finite
arm            a robot in several postures of a motion
histories      joints over time with their limits; powers and energies over time
phase          velocity over position
path           the path of a point in space
poles          eigenvalues in the complex plane
speedups       speed-up against the number of processors
report         HTML pages with charts of their own, which need no matplotlib
ellipsoids     ellipses and ellipsoids with their axes
"""
