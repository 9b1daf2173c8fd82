import type { AnswerOf } from '#shared/api/contract.ts'
import type { passSecondStep } from '#shared/api/factors.ts'
import { withStorage } from '../browser/with-storage.ts'

const prefix = 'carelane-device/'

/**
 * Returns the storage key for an e-mail address. It contains a hash, so that the address itself is not stored. Undefined on a page
 * without a secure origin, because browsers offer no hash function there.
 */
async function storageKeyOf(email: string): Promise<string | undefined> {
  const address = new TextEncoder().encode(email.trim().toLowerCase())
  const digest = await globalThis.crypto.subtle?.digest('SHA-256', address)
  return digest && prefix + btoa(String.fromCharCode(...new Uint8Array(digest)))
}

/**
 * Stores the tokens that prove to the server that a user has signed in on this device before. With such a token, users can sign in
 * even if someone elsewhere has tried wrong passwords too often.
 */
export const deviceTokenStore = {
  async find(email: string): Promise<string | undefined> {
    const key = await storageKeyOf(email)
    return (key && withStorage(() => localStorage.getItem(key), null)) || undefined
  },
  async keep(email: string, token: string): Promise<void> {
    const key = await storageKeyOf(email)
    if (key) withStorage(() => localStorage.setItem(key, token), undefined)
  },
}

/** Stores the device token of a successful sign-in. Resolves to the same response. */
export async function storeDeviceToken(
  answer: AnswerOf<typeof passSecondStep>,
): Promise<AnswerOf<typeof passSecondStep>> {
  await deviceTokenStore.keep(answer.user.email, answer.device_token)
  return answer
}
