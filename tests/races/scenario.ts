import type { Organisation, Received, TestApp } from '#tests/support/test-app.ts'

/** A call that succeeds when nothing goes wrong, and how to tell what became of it. */
export interface Ready {
  send(headers: Record<string, string>): Promise<Received>
  /** How often it took effect. A call without leaves nothing that could be half, or that a repeat could do twice. */
  done?: () => Promise<number>
  /** What a repeat is answered when the first took effect; the call's own success, unless said. */
  repeated?: number
}

export type Scenario = () => Promise<Ready>

/** Where scenarios take place. */
export interface SetUp {
  app: TestApp
  pharmacy: Organisation
  /** Has the delivered delivery. */
  patient: string
  delivered: string
  password_hash: string
}
