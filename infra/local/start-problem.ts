/** Something that the person who started Carelane can put right; the message says what, in words. */
export class StartProblem extends Error {}
