import type { Seal } from '#shared/model/seal.ts'
import { type AccessPattern, flatKind, keyAt } from '../key.ts'

/** The newest seal of a delivery. */
export interface KeptSeal {
  seal: Seal
  /** The salts of the hashes of the delivery's prescriptions, in their order. A salt lets its reader test what a hash stands for. */
  salts: string[]
}

const keptSealKind = flatKind<KeptSeal>('seal')

export const keptSealKeys = (tenant: string) => ({
  keptSeal: (deliveryId: string) => keyAt<KeptSeal>(keptSealKind, `${tenant}#SEALS#${deliveryId}`, 'SEAL'),
})

export const keptSealAccessPatterns = (): AccessPattern[] => [
  { question: 'which seal does this delivery have', example: keptSealKeys('T#t').keptSeal('id') },
]
