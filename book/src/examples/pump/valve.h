#ifndef VALVE_H
#define VALVE_H

enum valve { CLOSED, OPEN };

extern int level;

enum valve valve_step(enum valve valve, int wanted);

#endif
