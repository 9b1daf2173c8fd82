import type { Seal } from '#shared/model/seal.ts'
import { type AccessPattern, flatKind, keyAt } from '../key.ts'

/** The newest seal of a delivery. */
export interface StoredSeal {
  seal: Seal
  /** The salts of the hashes of the delivery's prescriptions, in their order. A salt lets its reader test what a hash stands for. */
  salts: string[]
}

const storedSealKind = flatKind<StoredSeal>('seal')

export const storedSealKeys = (tenant: string) => ({
  storedSeal: (deliveryId: string) => keyAt<StoredSeal>(storedSealKind, `${tenant}#SEALS#${deliveryId}`, 'SEAL'),
})

export const storedSealAccessPatterns = (): AccessPattern[] => [
  { question: 'which seal does this delivery have', example: storedSealKeys('T#t').storedSeal('id') },
]
