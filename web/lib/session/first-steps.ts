import { withStorage } from '../browser/with-storage.ts'

const place = (userId: string) => `first-steps-${userId}`

/** Whether the user has hidden the first steps in this browser. */
export const areFirstStepsHidden = (userId: string) =>
  withStorage(() => localStorage.getItem(place(userId)) === 'hidden', false)

export const hideFirstSteps = (userId: string) =>
  withStorage(() => localStorage.setItem(place(userId), 'hidden'), undefined)
