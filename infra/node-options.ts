/**
 * How Node runs a function: with as many threads for V8's own work as there are processors, not with four. At the share of one that
 * a function has, more of them take a cold start's time for themselves.
 */
export const nodeOptions = '--v8-pool-size=0'
