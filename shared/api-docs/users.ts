import type * as users from '../api/users.ts'
import type { AreaDocs } from './call-docs.ts'

export const usersDocs: AreaDocs<typeof users> = {
  listUsers: {
    summary: 'List users',
    description: 'The whole list, sorted by name.',
  },
  createUser: {
    summary: 'Invite a user',
    description:
      'Creates a user and emails them an invitation, unless `send_invitation` is false or they are not active. `invitation_sent` says whether the email went out immediately; a failed email is retried. All administrators get an email about a new administrator. Only inviting an administrator needs a confirmation of identity.',
    refusals: {
      409: 'The organization has a user with this email.',
      422: 'One of the `roles` does not exist.',
      429: 'Too many invitations were sent to this address, or by this organization.',
    },
  },
  createUsers: {
    summary: 'Invite several users',
    description:
      'Creates up to 50 users and emails each an invitation. Each line is handled on its own: if someone cannot be invited, `detail` says why, and the others are still invited. None of them is an administrator, so no confirmation of identity is needed.',
  },
  readUser: {
    summary: 'Read a user',
    description: 'Users can read themselves; tenant administrators can read everyone.',
    refusals: {
      403: 'The caller is not a tenant administrator, and the user is someone else.',
    },
  },
  updateUser: {
    summary: 'Edit a user',
    description:
      'Fields that are not sent keep their values. Deactivating a user ends their sessions. Open deliveries of someone who can no longer deliver become unassigned within a minute. Making, demoting or deactivating an administrator needs a confirmation of identity.',
    refusals: {
      409: 'The `email` differs from the stored one, the callers would deactivate or demote themselves, no active administrator would be left, or the caller has been an administrator for less than a day and would remove another one.',
      422: 'One of the `roles` does not exist.',
    },
  },
  deleteUser: {
    summary: 'Delete a user',
    description:
      'Open deliveries of the user become unassigned within a minute. Deleting an administrator needs a confirmation of identity.',
    refusals: {
      409: 'The user is the caller or the last active administrator, or the user is an administrator and the caller has been one for less than a day.',
    },
  },
  resendInvitation: {
    summary: 'Resend an invitation',
    description:
      'Emails a new link; the previous one no longer works. Only an invitation of an administrator needs a confirmation of identity.',
    refusals: {
      409: 'The user has already set up their account or is not active.',
      429: 'Too many invitations were sent to this address, or by this organization.',
    },
  },
  withdrawInvitation: {
    summary: 'Withdraw an invitation',
    description: 'Needs no confirmation of identity, because it only protects.',
    refusals: {
      409: 'The user has set up their account.',
    },
  },
  endSessionsOfUser: {
    summary: 'Sign a user out everywhere',
  },
  listRoles: {
    summary: 'List roles',
    description: 'The whole list, sorted by name.',
  },
  createRole: {
    summary: 'Create a role',
    refusals: {
      409: 'A role with this name already exists.',
    },
  },
  readRole: {
    summary: 'Read a role',
  },
  updateRole: {
    summary: 'Edit a role',
    description:
      'Fields that are not sent keep their values. New permissions take effect with the next call by everyone who has the role.',
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
    description: 'The whole catalog, whether or not the organization subscribes to a product.',
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
      'Gives the system roles the permissions that the current catalog and subscriptions define, and returns their names. The call can be repeated.',
  },
}
