import { awsRequestTimeouts } from '../data/timeouts.ts'

/** The state machine that makes an organisation's export. */
export interface ExportMachine {
  /** Starts the state machine for an export. Repeating this for the same export has no effect. */
  start(execution: { tenant_id: string; export_id: string }): Promise<void>
}

/** Opens the state machine with this ARN. The SDK is loaded only when the first export is started. */
export function openExportMachine(stateMachineArn: string): ExportMachine {
  const connect = async () => {
    const sfn = await import('./sfn-sdk.ts')
    return { sfn, client: new sfn.SFNClient({ requestHandler: awsRequestTimeouts }) }
  }
  let connected: ReturnType<typeof connect> | undefined

  return {
    async start(execution) {
      connected ??= connect()
      const { client, sfn } = await connected
      const input = JSON.stringify(execution)
      const starting = new sfn.StartExecutionCommand({ stateMachineArn, name: execution.export_id, input })
      await client.send(starting).catch((error: unknown) => {
        if (!(error instanceof sfn.ExecutionAlreadyExists)) throw error
      })
    },
  }
}
