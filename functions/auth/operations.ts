import { login } from './login.ts'
import { logout } from './logout.ts'
import { me } from './me.ts'
import { readTenantInfo } from './read-tenant-info.ts'
import { refresh } from './refresh.ts'

export const operations = { login, refresh, logout, me, readTenantInfo }
