import * as z from 'zod/mini'
import { begunWork } from '../model/begun-work.ts'
import { lazy } from '../model/lazy.ts'
import { exportLink, organisationExport } from '../model/organisation-export.ts'
import { entry } from './contract.ts'

const callsPerMinute = { person: 30, organisation: 300 }

export const startExport = entry({
  method: 'POST',
  path: '/api/exports',
  access: 'tenantAdmin',
  confirmed: true,
  event: 'organisation.exported',
  answer: begunWork,
  success: 202,
  callsPerMinute,
})

export const listExports = entry({
  method: 'GET',
  path: '/api/exports',
  access: 'tenantAdmin',
  event: 'none',
  answer: lazy(() => z.array(organisationExport())),
  success: 200,
})

export const createExportLink = entry({
  method: 'GET',
  path: '/api/exports/{id}/link',
  access: 'tenantAdmin',
  confirmed: true,
  event: 'organisation.export_downloaded',
  subject: 'Export',
  answer: exportLink,
  success: 200,
  callsPerMinute,
})
