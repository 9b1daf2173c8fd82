import { type EdgeSecretNames, isOneStep, readSecretNames } from '../settings.ts'
import { Refusal } from './refusal.ts'

/** `deployed` as the stack answers it; undefined where it does not. Throws `Refusal`. */
export function refuseTwoSecretSteps(deployed: string | undefined, wanted: EdgeSecretNames): void {
  if (!deployed) return
  const from = readSecretNames(deployed)
  if (isOneStep(from, wanted)) return
  throw new Refusal(`edgeSecrets cannot go from ${deployed} to ${wanted.join(',')} in one step.`, [
    'CloudFront and the gateway change at their own pace: each has to know what the other shows or takes.',
    `The next step: ${stepsTo(from, wanted)}, each deployed before the following one.`,
  ])
}

const stepsTo = ([shown]: EdgeSecretNames, [wanted]: EdgeSecretNames) =>
  [`${shown},${wanted}`, `${wanted},${shown}`, wanted].join(' then ')
