/** The labels of a user's states in an organisation. */
export const userStates = {
  invited: 'Invited',
  expired: 'Invitation expired',
  notInvited: 'Not invited',
  active: 'Active',
  inactive: 'Inactive',
} as const

type UserState = (typeof userStates)[keyof typeof userStates]

/** Whether the user has yet to join the organisation. */
export const hasYetToJoin = (state: UserState) =>
  state === userStates.invited || state === userStates.expired || state === userStates.notInvited

/** Returns a user's status for the screen: active means that the user may sign in. */
export const userStatus = (isActive: boolean) => (isActive ? userStates.active : userStates.inactive)
