import type * as users from '../api/users.ts'
import type { AreaDocs } from './call-docs.ts'

export const usersDocs: AreaDocs<typeof users> = {
  listUsers: {
    summary: 'List the users',
    description: 'The whole list, by name.',
  },
  createUser: {
    summary: 'Invite a user',
    description:
      'Makes a user and mails them an invitation, unless `send_invitation` is false or they are not active. `invitation_sent` says whether the mail went out at once; a mail that failed is tried again.',
    refusals: {
      409: 'The organisation has a user with this e-mail.',
      422: 'One of the `roles` does not exist.',
      429: 'Too many invitations were sent to this address, or by this organisation.',
    },
  },
  createUsers: {
    summary: 'Invite several users',
    description:
      'Makes up to 50 users and mails each an invitation. Each line is handled on its own: if somebody cannot be invited, `detail` says why, and the others are still invited.',
  },
  readUser: {
    summary: 'Read a user',
    description: 'Users can read themselves; tenant administrators can read everybody.',
    refusals: {
      403: 'The caller is not a tenant administrator, and the user is somebody else.',
    },
  },
  updateUser: {
    summary: 'Edit a user',
    description:
      'Fields that are not sent keep their values. Deactivating a user ends their sessions. Open deliveries of somebody who can no longer deliver become unassigned within a minute.',
    refusals: {
      409: 'The `email` differs from the stored one, the callers would deactivate or demote themselves, or no active administrator would be left.',
      422: 'One of the `roles` does not exist.',
    },
  },
  deleteUser: {
    summary: 'Delete a user',
    description: 'Open deliveries of the user become unassigned within a minute.',
    refusals: {
      409: 'The user is the caller, or is the last active administrator.',
    },
  },
  resendInvitation: {
    summary: 'Send an invitation again',
    description: 'Mails a new link; the previous one no longer works.',
    refusals: {
      409: 'The user has set up the account already, or is not active.',
      429: 'Too many invitations were sent to this address, or by this organisation.',
    },
  },
  withdrawInvitation: {
    summary: 'Withdraw an invitation',
    refusals: {
      409: 'The user has set up their account.',
    },
  },
  endSessionsOfUser: {
    summary: 'End all sessions of a person in the organisation',
  },
  listRoles: {
    summary: 'List the roles',
    description: 'The whole list, by name.',
  },
  createRole: {
    summary: 'Add a role',
    refusals: {
      409: 'A role has this name.',
    },
  },
  readRole: {
    summary: 'Read a role',
  },
  updateRole: {
    summary: 'Edit a role',
    description:
      'Fields that are not sent keep their values. New permissions take effect with the next call of everybody who has the role.',
    refusals: {
      409: 'Another role has this name.',
    },
  },
  deleteRole: {
    summary: 'Delete a role',
    refusals: {
      409: 'The role is a system role, or users have it.',
    },
  },
  listProductGroups: {
    summary: 'List the product groups',
  },
  listProducts: {
    summary: 'List all products',
    description: 'The whole catalogue, whether or not the organisation subscribes to a product.',
  },
  listAccessibleProducts: {
    summary: 'List the products that the caller can use',
    description: 'Subscribed products in which the caller holds a permission.',
  },
  listPermissions: {
    summary: 'List the permissions that roles can have',
    description: 'Only the permissions of subscribed products.',
  },
  readUserPermissions: {
    summary: 'Read the caller’s permissions by product',
    aliasOf: 'readMyPermissions',
  },
  initializeProducts: {
    summary: 'Bring the system roles up to date',
    description:
      'Gives the system roles the permissions that the current catalogue and subscriptions define, and returns their names. The call can be repeated.',
  },
}
