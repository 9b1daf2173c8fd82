/** The states of a user in an organisation, as people read them. */
export const userStates = {
  invited: 'Invited',
  expired: 'Invitation expired',
  notInvited: 'Not invited',
  active: 'Active',
  inactive: 'Inactive',
} as const

type UserState = (typeof userStates)[keyof typeof userStates]

/** Whether somebody has yet to join. */
export const hasYetToJoin = (state: UserState) =>
  state === userStates.invited || state === userStates.expired || state === userStates.notInvited

/** A user who may sign in is active. */
export const userStatus = (isActive: boolean) => (isActive ? userStates.active : userStates.inactive)
