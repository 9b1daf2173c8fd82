import { deviceKeyOf } from '../../../lib/device/device-keys.ts'
import type { UploadedPhoto } from '../../photo/photo-form.ts'
import type { DoorAction } from './door-action.ts'
import { readActions, rewriteActions, sealPlainActions } from './sealed-actions.ts'

const isSameWork = (one: DoorAction, other: DoorAction) =>
  one.userId === other.userId && one.deliveryId === other.deliveryId && one.work.kind === other.work.kind

/** Stores the actions of users on this phone. An action stays until the server has accepted it or it is removed. */
export const actionStore = {
  /**
   * Stores all actions or none, and returns the actions to send. If an action for the same work (the same user, delivery and kind) is
   * already stored, for example by another tab, the stored action is returned instead of the new one. If the server has refused the
   * stored action, the new one replaces it. Resolves to undefined if the browser cannot store anything, has no room, or has no key to
   * encrypt the actions with.
   */
  keep: async (actions: readonly DoorAction[]): Promise<DoorAction[] | undefined> => {
    let waiting: readonly DoorAction[] = []
    const known = (action: DoorAction) => waiting.find((other) => isSameWork(other, action))
    try {
      await rewriteActions(
        (old) => (old.refusal !== undefined && actions.some((action) => isSameWork(action, old)) ? 'drop' : 'keep'),
        (left) => {
          waiting = left
          return actions.filter((action) => !known(action))
        },
      )
      return actions.map((action) => known(action) ?? action)
    } catch {
      return undefined
    }
  },

  /** Returns one user's actions in the order in which they were done, or an empty list if the browser cannot store anything. */
  async of(userId: string): Promise<DoorAction[]> {
    try {
      // With its key, the actions of this user can be read, also those of the last time that the user was signed in here.
      if (await deviceKeyOf(userId)) await sealPlainActions(userId)
      return (await readActions()).filter((action) => action.userId === userId)
    } catch {
      return []
    }
  },

  /** Returns the actions that can be read without a sign-in, because the key of their user is still here. */
  readable: readActions,

  /** Removes an action that the server has accepted. The user's other actions on the same delivery get the delivery's new version. */
  settle: ({ key, deliveryId, userId }: DoorAction, version: number) =>
    rewriteActions((action) => {
      if (action.key === key) return 'drop'
      return action.deliveryId === deliveryId && action.userId === userId ? { ...action, version } : 'keep'
    }),

  refuse: ({ key }: DoorAction, refusal: string) =>
    rewriteActions((action) => (action.key === key ? { ...action, refusal } : 'keep')),

  markReported: (key: string) =>
    rewriteActions((action) => (action.key === key ? { ...action, isReported: true } : 'keep')),

  /** Marks a refused action to be sent again, without a check of the delivery's version. */
  retry: (key: string) =>
    rewriteActions((action) => {
      const { refusal, isReported, ...rest } = action
      return action.key === key ? { ...rest, version: undefined } : 'keep'
    }),

  /** Gives a user's waiting actions the versions that their deliveries have since something of the run was sent. */
  adopt: (userId: string, versions: ReadonlyMap<string, number>) =>
    rewriteActions((action) => {
      const version = action.userId === userId ? versions.get(action.deliveryId) : undefined
      return version === undefined ? 'keep' : { ...action, version }
    }),

  /** Records that an action's photo was uploaded, so that the photo is not sent again. */
  noteUpload: ({ key }: DoorAction, uploaded: UploadedPhoto) =>
    rewriteActions((action) =>
      action.key === key && action.work.kind !== 'return' ? { ...action, work: { ...action.work, uploaded } } : 'keep',
    ),

  remove: (keys: readonly string[]) => rewriteActions(({ key }) => (keys.includes(key) ? 'drop' : 'keep')),
}
