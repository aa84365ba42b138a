/* Computed torque at 1 kHz in a timer interrupt; board.h is yours. */

#include <math.h>
#include <stdbool.h>

#include "arm_torque.h"
#include "board.h"

#define JOINTS 6

static float desired_q[JOINTS], desired_qd[JOINTS], desired_qdd[JOINTS];
static const float kp[JOINTS] = {100.0f, 100.0f, 100.0f, 100.0f, 100.0f, 100.0f};
static const float kd[JOINTS] = {20.0f, 20.0f, 20.0f, 20.0f, 20.0f, 20.0f};
static const float effort_limit[JOINTS] = {150.0f, 150.0f, 150.0f, 28.0f, 28.0f, 28.0f};

/* Called by the timer, each millisecond, below the priority of the current controllers. */
void control_tick(void)
{
    float t = 0.0f, q[JOINTS], qd[JOINTS], tau[JOINTS];

    board_read_joints(q, qd);
    board_read_reference(desired_q, desired_qd, desired_qdd);
    arm_computed_torque_f(&t, q, qd, desired_q, desired_qd, desired_qdd, kp, kd, tau);

    for (int k = 0; k < JOINTS; ++k) {
        if (!isfinite(tau[k])) { /* a broken encoder: stop, do not guess */
            board_brake();
            return;
        }
        tau[k] = fminf(fmaxf(tau[k], -effort_limit[k]), effort_limit[k]);
    }
    board_write_torques(tau);

    if (board_cycles_since_tick() > BOARD_CYCLES_PER_TICK / 2) {
        board_brake(); /* the budget of the paper below is broken */
    }
}
