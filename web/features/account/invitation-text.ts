import type { Invitation } from '#shared/model/account.ts'

/** Says which organisation the user is invited to and, if the invitation has the inviter's name, by whom. */
export const invitationText = ({ invited_by, organisation }: Pick<Invitation, 'invited_by' | 'organisation'>) =>
  invited_by ? `${invited_by} invited you to ${organisation}` : `You’ve been invited to ${organisation}`
