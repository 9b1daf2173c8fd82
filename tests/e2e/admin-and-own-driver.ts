import type { APIRequestContext } from '@playwright/test'
import { readRun, startRun } from '#shared/api/runs.ts'
import { aDriver, type StaffMember, signInStaff } from './deliveries-staff.ts'
import { demoToday } from './demo-day.ts'
import { nameHere } from './new-names.ts'

/** Signs in an administrator, and creates and signs in a driver whose day no other test uses. */
export async function adminAndOwnDriver(request: APIRequestContext, name: string) {
  const admin = await signInStaff('Amelia Hart')
  return { admin, person: await aDriver(admin, nameHere(name), request) }
}

export const runOf = async ({ call }: StaffMember, { user }: StaffMember) =>
  (await call(readRun, { params: { date: demoToday(), user_id: user.id } })).body

/** Starts a driver's run of today with all its packages, whether they are loaded or not. */
export const startRunWithAll = ({ call, user }: StaffMember) =>
  call(startRun, { params: { date: demoToday(), user_id: user.id }, body: { include_not_loaded: true } })
