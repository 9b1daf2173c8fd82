import { withStorage } from '../browser/with-storage.ts'

const prefix = 'carelane-device/'

/** The place of an address, which the browser's storage does not tell. Undefined on a page without a secure origin. */
async function placeOf(email: string): Promise<string | undefined> {
  const address = new TextEncoder().encode(email.trim().toLowerCase())
  const digest = await globalThis.crypto.subtle?.digest('SHA-256', address)
  return digest && prefix + btoa(String.fromCharCode(...new Uint8Array(digest)))
}

/** What shows the server that its owner has signed in here before: others' wrong guesses do not stop a sign-in from here. */
export const deviceTokens = {
  async find(email: string): Promise<string | undefined> {
    const place = await placeOf(email)
    return (place && withStorage(() => localStorage.getItem(place), null)) || undefined
  },
  async keep(email: string, token: string): Promise<void> {
    const place = await placeOf(email)
    if (place) withStorage(() => localStorage.setItem(place, token), undefined)
  },
}
