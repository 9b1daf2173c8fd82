import { answerUnknown } from '../http/answer-unknown.ts'
import { openLog } from '../http/log.ts'

/** This function has no rights to the product's data. */
export const handler = answerUnknown(openLog(process.env.LOG_LEVEL))
