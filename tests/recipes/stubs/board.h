/* What the loop of the recipe expects of a board. */
#ifndef BOARD_H
#define BOARD_H

#define BOARD_CYCLES_PER_TICK 168000u

void board_read_joints(float *q, float *qd);
void board_read_reference(float *q, float *qd, float *qdd);
void board_write_torques(const float *tau);
void board_brake(void);
unsigned board_cycles_since_tick(void);

#endif
