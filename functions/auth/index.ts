import * as auth from '#shared/api/auth.ts'
import { createHandler } from '../http/handler.ts'
import { openHouse } from '../http/house.ts'
import { login } from './login.ts'
import { logout } from './logout.ts'
import { me } from './me.ts'
import { readTenantInfo } from './read-tenant-info.ts'
import { refresh } from './refresh.ts'

export const handler = createHandler(auth, { login, refresh, logout, me, readTenantInfo }, openHouse(process.env))
