import { userStates } from '#shared/rules/user-states.ts'

/** A user who may sign in is active. */
export const userStatus = (isActive: boolean) => (isActive ? userStates.active : userStates.inactive)
