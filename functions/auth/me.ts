import type * as auth from '#shared/api/auth.ts'
import { presentUser } from '../data/accounts.ts'
import type { Operation } from '../http/operation.ts'

export const me: Operation<typeof auth.me> = ({ caller }) => presentUser(caller)
