import type * as users from '../api/users.ts'
import type { WordsFor } from './words.ts'

export const usersWords: WordsFor<typeof users> = {
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
      'Makes up to 50 users and mails each an invitation. Each line stands for itself: one that cannot be invited says why in its `detail`, and the others go on.',
  },
  readUser: {
    summary: 'Read a user',
    description: 'Users read themselves, tenant administrators everybody.',
    refusals: {
      403: 'The caller is not a tenant administrator, and the user is somebody else.',
    },
  },
  updateUser: {
    summary: 'Edit a user',
    description:
      'What is not sent stays. Deactivating a user ends their sessions. Open deliveries of somebody who can no longer deliver become unassigned within a minute.',
    refusals: {
      409: 'The `email` differs from the stored one, callers deactivate or demote themselves, or the last active administrator would go.',
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
    description: 'Mails a new link; the former one no longer works.',
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
    description: 'What is not sent stays. New permissions count from the next call of everybody who has the role.',
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
    description: 'The catalogue, whether subscribed or not.',
  },
  listAccessibleProducts: {
    summary: 'List the products that the caller can use',
    description: 'Subscribed products in which the caller holds a permission.',
  },
  listPermissions: {
    summary: 'List the permissions that roles can have',
    description: 'Those of the subscribed products.',
  },
  readUserPermissions: {
    summary: 'Read the caller’s permissions by product',
    aliasOf: 'readMyPermissions',
  },
  initializeProducts: {
    summary: 'Bring the system roles up to date',
    description:
      'Gives the system roles what catalogue and subscriptions say now, and answers their names. It can be repeated.',
  },
}
