/** A problem that the person who started Carelane can solve. The message says how. */
export class StartProblem extends Error {}
