import type { JsonObject } from './json.ts'

/** The tags, by path. A call has the tag with the longest path that its own path starts with. */
const tags = [
  { path: '/api/activity', name: 'activity', description: 'Who did and who saw what, and when.' },
  { path: '/api/audit', name: 'audit', description: 'The records that a payer’s auditor asks for.' },
  { path: '/api/seal-keys', name: 'audit' },
  { path: '/api/auth', name: 'auth', description: 'Sign-in and sign-out, passwords, and the links in mails.' },
  { path: '/api/auth/register', name: 'registration' },
  { path: '/api/users', name: 'users', description: 'The people of an organisation.' },
  { path: '/api/users/first-user', name: 'registration' },
  { path: '/api/roles', name: 'roles', description: 'Roles: sets of permissions for people.' },
  { path: '/api/keys', name: 'keys', description: 'The keys with which programs call.' },
  {
    path: '/api/exports',
    name: 'exports',
    description: 'Exports: lists as tables, records as files, and all data as an archive.',
  },
  { path: '/api/imports', name: 'imports', description: 'Imports from files of other systems.' },
  { path: '/api/products', name: 'products', description: 'Products, their permissions, and who has them.' },
  {
    path: '/api/registration',
    name: 'registration',
    description: 'Sign-up and subscriptions of an organisation.',
  },
  { path: '/api/settings', name: 'settings', description: 'The settings of an organisation.' },
  {
    path: '/api/deliveries',
    name: 'deliveries',
    description: 'Deliveries, from the plan to the signature at the door.',
  },
  {
    path: '/api/runs',
    name: 'runs',
    description: 'Runs: one driver’s deliveries of one day, from the counter to the doors and back.',
  },
  { path: '/api/search', name: 'deliveries' },
  { path: '/api/track', name: 'track', description: 'What a recipient can see and do with the link of a door.' },
  { path: '/api/deliveries/patients', name: 'patients', description: 'The directory of patients.' },
] as const

export const tagOf = (path: string): string | undefined =>
  tags
    .filter((tag) => path === tag.path || path.startsWith(`${tag.path}/`))
    .reduce<(typeof tags)[number] | undefined>(
      (longest, tag) => (longest && longest.path.length > tag.path.length ? longest : tag),
      undefined,
    )?.name

/** Returns the document's tags with their descriptions, ordered by name. */
export const describedTags = (): JsonObject[] =>
  tags
    .flatMap((tag) => ('description' in tag ? [{ name: tag.name, description: tag.description }] : []))
    .sort((one, other) => one.name.localeCompare(other.name))
