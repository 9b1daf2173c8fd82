import type { AnswerOf } from '#shared/api/contract.ts'
import type { passSecondStep } from '#shared/api/factors.ts'
import { deviceTokens } from './device-tokens.ts'

/** Keeps what spares this browser from a stop that others' guesses bring. */
export async function keepDevice(answer: AnswerOf<typeof passSecondStep>): Promise<AnswerOf<typeof passSecondStep>> {
  await deviceTokens.keep(answer.user.email, answer.device_token)
  return answer
}
