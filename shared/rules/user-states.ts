/** The labels of a user's states in an organisation. */
export const userStateLabels = {
  invited: 'Invited',
  expired: 'Invitation expired',
  notInvited: 'Not invited',
  active: 'Active',
  inactive: 'Inactive',
} as const

type UserState = (typeof userStateLabels)[keyof typeof userStateLabels]

/** Whether the user has yet to join the organisation. False for an inactive user, who may not have joined either. */
export const hasYetToJoin = (state: UserState) =>
  state === userStateLabels.invited || state === userStateLabels.expired || state === userStateLabels.notInvited

/** Returns the label that says whether a user may sign in. */
export const activeStateLabel = (isActive: boolean) => (isActive ? userStateLabels.active : userStateLabels.inactive)
