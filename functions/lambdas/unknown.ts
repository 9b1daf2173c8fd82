import { answerUnknown } from '../http/answer-unknown.ts'
import { openLog } from '../http/log.ts'

/** It has no right to anything of the product. */
export const handler = answerUnknown(openLog(process.env.LOG_LEVEL))
