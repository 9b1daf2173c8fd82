import { deviceKeyOf } from '../../../lib/device/device-keys.ts'
import type { UploadedPhoto } from '../../photo/photo-form.ts'
import type { DoorAction } from './door-action.ts'
import { readActions, rewriteActions, sealPlainActions } from './sealed-actions.ts'

const isSameWork = (one: DoorAction, other: DoorAction) =>
  one.userId === other.userId && one.deliveryId === other.deliveryId && one.work.kind === other.work.kind

/** Stores the acts of users on this phone. An act stays until the server has accepted it or it is removed. */
export const actionStore = {
  /**
   * Stores all acts or none, and returns the acts to send. If an act for the same work (the same user, delivery and kind) is
   * already stored, for example by another tab, the stored act is returned instead of the new one. If the server has refused the
   * stored act, the new one replaces it. Resolves to undefined if the browser cannot store anything, has no room, or has no key to
   * encrypt the acts with.
   */
  keep: async (acts: readonly DoorAction[]): Promise<DoorAction[] | undefined> => {
    let waiting: readonly DoorAction[] = []
    const known = (act: DoorAction) => waiting.find((other) => isSameWork(other, act))
    try {
      await rewriteActions(
        (old) => (old.refusal !== undefined && acts.some((act) => isSameWork(act, old)) ? 'drop' : 'keep'),
        (left) => {
          waiting = left
          return acts.filter((act) => !known(act))
        },
      )
      return acts.map((act) => known(act) ?? act)
    } catch {
      return undefined
    }
  },

  /** Returns one user's acts in the order in which they were done, or an empty list if the browser cannot store anything. */
  async of(userId: string): Promise<DoorAction[]> {
    try {
      // With its key, the acts of this user can be read, also those of the last time that the user was signed in here.
      if (await deviceKeyOf(userId)) await sealPlainActions(userId)
      return (await readActions()).filter((act) => act.userId === userId)
    } catch {
      return []
    }
  },

  /** Returns the acts that can be read without a sign-in, because the key of their user is still here. */
  readable: readActions,

  /** Removes an act that the server has accepted. The user's other acts on the same delivery get the delivery's new version. */
  settle: ({ key, deliveryId, userId }: DoorAction, version: number) =>
    rewriteActions((act) => {
      if (act.key === key) return 'drop'
      return act.deliveryId === deliveryId && act.userId === userId ? { ...act, version } : 'keep'
    }),

  refuse: ({ key }: DoorAction, refusal: string) =>
    rewriteActions((act) => (act.key === key ? { ...act, refusal } : 'keep')),

  markReported: (key: string) => rewriteActions((act) => (act.key === key ? { ...act, isReported: true } : 'keep')),

  /** Marks a refused act to be sent again, without a check of the delivery's version. */
  retry: (key: string) =>
    rewriteActions((act) => {
      const { refusal, isReported, ...rest } = act
      return act.key === key ? { ...rest, version: undefined } : 'keep'
    }),

  /** Gives a user's waiting acts the versions that their deliveries have since something of the run was sent. */
  adopt: (userId: string, versions: ReadonlyMap<string, number>) =>
    rewriteActions((act) => {
      const version = act.userId === userId ? versions.get(act.deliveryId) : undefined
      return version === undefined ? 'keep' : { ...act, version }
    }),

  /** Records that an act's photo was uploaded, so that the photo is not sent again. */
  noteUpload: ({ key }: DoorAction, uploaded: UploadedPhoto) =>
    rewriteActions((act) =>
      act.key === key && act.work.kind !== 'return' ? { ...act, work: { ...act.work, uploaded } } : 'keep',
    ),

  remove: (keys: readonly string[]) => rewriteActions(({ key }) => (keys.includes(key) ? 'drop' : 'keep')),
}
