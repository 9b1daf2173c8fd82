import type { Invitation } from '#shared/model/account.ts'

/** Says who invited the user to which organisation. The inviter is unknown if the invitation has no name. */
export const invitationText = ({ invited_by, organisation }: Pick<Invitation, 'invited_by' | 'organisation'>) =>
  invited_by ? `${invited_by} invited you to ${organisation}` : `You are invited to ${organisation}`
