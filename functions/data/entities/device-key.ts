import { type AccessPattern, flatKind, keyAt } from '../key.ts'

/** The key with which one browser encrypts what it keeps of one user for times without a network. */
export interface StoredDeviceKey {
  /** Encrypted with the signing secret. */
  key: string
  /** A month after the browser last asked for the key. What the browser keeps is older than that or sent. */
  expires_at_seconds: number
}

const deviceKeyKind = flatKind<StoredDeviceKey>('device key')

export const deviceKeyKeys = (tenant: string) => ({
  deviceKey: (userId: string, device: string) =>
    keyAt<StoredDeviceKey>(deviceKeyKind, `${tenant}#DEVICES#${userId}`, device),
})

export const deviceKeyAccessPatterns = (): AccessPattern[] => [
  {
    question: 'with which key does this browser encrypt what it keeps of this user',
    example: deviceKeyKeys('T#t').deviceKey('user', 'device'),
  },
]
