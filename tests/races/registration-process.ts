/**
 * This script is the registration function in a separate process that can be killed. It sends the address of its gateway to the
 * parent process.
 */

import { handler } from '#functions/lambdas/registration.ts'
import { createEdgeGuard } from '#functions/security/edge-guard.ts'
import { startGateway } from '#infra/local/gateway.ts'
import { apiAreas } from '#shared/api/areas.ts'

const { address } = await startGateway({
  port: 0,
  // The gateway needs a function for every area; no route of the other areas is called.
  handlers: Object.fromEntries([...Object.keys(apiAreas), 'unknown'].map((area) => [area, handler])),
  web: { kind: 'none' },
  mediaOrigins: [],
  edgeSecret: 'of the edge',
  guard: createEdgeGuard(async () => ['of the edge'], Date.now),
  config: { google_client_id: '', medical_hidden_hosts: [] },
})
process.send?.(address)
