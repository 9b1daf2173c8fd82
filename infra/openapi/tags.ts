import type { JsonObject } from './json.ts'

/** The tags, by path. A call has the tag with the longest path that its own path starts with. */
const tags = [
  { path: '/api/activity', name: 'activity', description: 'Who did what, who viewed what, and when.' },
  { path: '/api/audit', name: 'audit', description: 'The records that a payer’s auditor asks for.' },
  { path: '/api/seal-keys', name: 'audit' },
  { path: '/api/auth', name: 'auth', description: 'Sign-in and sign-out, passwords, and links in emails.' },
  { path: '/api/auth/register', name: 'registration' },
  { path: '/api/users', name: 'users', description: 'People in an organization.' },
  { path: '/api/users/first-user', name: 'registration' },
  { path: '/api/roles', name: 'roles', description: 'Roles: sets of permissions for people.' },
  { path: '/api/keys', name: 'keys', description: 'API keys for programs.' },
  {
    path: '/api/exports',
    name: 'exports',
    description: 'Exports: lists as tables, records as files, and all data as an archive.',
  },
  { path: '/api/imports', name: 'imports', description: 'Imports of files from other systems.' },
  { path: '/api/products', name: 'products', description: 'Products, their permissions, and who has them.' },
  {
    path: '/api/registration',
    name: 'registration',
    description: 'An organization’s sign-up and subscriptions.',
  },
  { path: '/api/settings', name: 'settings', description: 'An organization’s settings.' },
  {
    path: '/api/deliveries',
    name: 'deliveries',
    description: 'Deliveries, from planning to the signature at the door.',
  },
  {
    path: '/api/runs',
    name: 'runs',
    description: 'Runs: one driver’s deliveries of one day, from the counter to the doors and back.',
  },
  { path: '/api/search', name: 'deliveries' },
  { path: '/api/track', name: 'track', description: 'What a recipient can see and do with a tracking link.' },
  { path: '/api/deliveries/patients', name: 'patients', description: 'The patient directory.' },
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
