import type { Json } from './json.ts'

/** A call has the tag of the longest path that its own path starts with. */
const tags = [
  { path: '/api/activity', name: 'activity', description: 'Who did and saw what, and when.' },
  { path: '/api/audit', name: 'audit', description: 'What a payer’s auditor asks for.' },
  { path: '/api/seal-keys', name: 'audit' },
  { path: '/api/auth', name: 'auth', description: 'Sign in and out, passwords, and the links of mails.' },
  { path: '/api/auth/register', name: 'registration' },
  { path: '/api/users', name: 'users', description: 'The people of an organisation.' },
  { path: '/api/users/first-user', name: 'registration' },
  { path: '/api/roles', name: 'roles', description: 'What people may do: roles are sets of permissions.' },
  { path: '/api/keys', name: 'keys', description: 'The keys by which programs call.' },
  {
    path: '/api/exports',
    name: 'exports',
    description: 'What leaves the product: lists as tables, records as files, and all data as an archive.',
  },
  { path: '/api/imports', name: 'imports', description: 'What comes in from files of other systems.' },
  { path: '/api/products', name: 'products', description: 'Products, their permissions, and who holds them.' },
  {
    path: '/api/registration',
    name: 'registration',
    description: 'Sign-up of an organisation, and what it subscribes to.',
  },
  { path: '/api/settings', name: 'settings', description: 'What an organisation decides for itself.' },
  {
    path: '/api/deliveries',
    name: 'deliveries',
    description: 'Deliveries, from the plan to the signature at the door.',
  },
  {
    path: '/api/runs',
    name: 'runs',
    description: 'One person’s deliveries of one day, from the counter to the doors and back.',
  },
  { path: '/api/search', name: 'deliveries' },
  { path: '/api/track', name: 'track', description: 'What a recipient sees and says by the link of a door.' },
  { path: '/api/deliveries/patients', name: 'patients', description: 'The directory of patients.' },
] as const

export const tagOf = (path: string): string | undefined =>
  tags
    .filter((tag) => path === tag.path || path.startsWith(`${tag.path}/`))
    .reduce<(typeof tags)[number] | undefined>(
      (longest, tag) => (longest && longest.path.length > tag.path.length ? longest : tag),
      undefined,
    )?.name

/** The document's tags with their descriptions, ordered by name. */
export const describedTags = (): Json[] =>
  tags
    .flatMap((tag) => ('description' in tag ? [{ name: tag.name, description: tag.description }] : []))
    .sort((one, other) => one.name.localeCompare(other.name))
