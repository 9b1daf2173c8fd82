import { withStorage } from './with-storage.ts'

const key = 'carelane-has-acts'

/** Whether actions at doors wait on this phone. This is known without their database, so that the login page loads no code for it. */
export const phoneHasActions = () => withStorage(() => localStorage.getItem(key) !== null, false)

export const setPhoneHasActions = (hasActions: boolean) =>
  withStorage(() => (hasActions ? localStorage.setItem(key, 'yes') : localStorage.removeItem(key)), undefined)
