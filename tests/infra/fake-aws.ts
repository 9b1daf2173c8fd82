import { bootstrapVersionParameter } from '#infra/config.ts'
import type { DeployedStack, OperatorAws } from '#infra/operator/aws.ts'
import { OperatorRefusal } from '#infra/operator/operator-refusal.ts'
import boundary from '#infra/permissions-boundary.json' with { type: 'json' }

interface Account {
  account?: string
  stacks?: Record<string, Pick<DeployedStack, 'status'> & Partial<DeployedStack>>
  templates?: Record<string, unknown>
  /** The names of each table's indexes, by the table's name. All of them are ready. */
  indexes?: Record<string, string[]>
  concurrency?: number
  /** The document of the permissions boundary; null if there is none. By default it is that of this checkout. */
  boundary?: object | null
  /** The version of the CDK's bootstrap; null if there is none. */
  bootstrap?: number | null
  /** Null if the operator may not read it. */
  mailState?: { isInSandbox: boolean; isVerified: boolean } | null
  isPublicAccessAllowed?: boolean
  /** The highest monthly limit for text messages that AWS allows, in US dollars. */
  highestTextLimit?: number
  /** The parameters of Systems Manager, apart from that of the bootstrap. */
  parameters?: Record<string, string>
  tableProtection?: { expires?: string; isRecoverable?: boolean; isProtected?: boolean }
  /** The state in which the execution of a state machine ends. */
  execution?: { status: string; cause: string }
  runningExecution?: string
  /** If true, the operator's credentials end while a state machine runs or while no table is written. */
  isSignInOver?: boolean
  /** The objects of a bucket by key. */
  objects?: Record<string, Uint8Array>
  secrets?: Record<string, string>
  subscription?: { isConfirmed: boolean; isSwitchedOffByLink: boolean }
}

/** Makes a fake AWS account for an operator's commands. `calls` records the calls that they make. */
export function fakeAws(state: Account = {}) {
  const calls: string[] = []
  const stacks = state.stacks ?? {}
  const { bootstrap = 30 } = state
  const parameters: Record<string, string> = {
    ...(bootstrap !== null && { [bootstrapVersionParameter]: String(bootstrap) }),
    ...state.parameters,
  }
  const note = <T>(call: string, answer: T): Promise<T> => {
    calls.push(call)
    return Promise.resolve(answer)
  }
  const openAws = (region: string): OperatorAws => ({
    account: () => note('account', state.account ?? '111122223333'),
    stack: (name) => {
      const stack = stacks[name]
      return note(`stack ${name} in ${region}`, stack && { outputs: {}, parameters: {}, ...stack })
    },
    changeParameter: (stack, name, value) => note(`changeParameter ${stack} ${name}=${value}`, undefined),
    template: (name) => note(`template ${name}`, state.templates?.[name] ?? {}),
    indexes: (table) => {
      const found = state.indexes?.[table]
      return note(`indexes ${table}`, found && new Map(found.map((name) => [name, 'ACTIVE'])))
    },
    runningExecution: (machine) => note(`runningExecution ${machine}`, state.runningExecution),
    startExecution: (machine) => note(`startExecution ${machine}`, 'its-arn'),
    executionEnd: (execution) => {
      calls.push(`executionEnd ${execution}`)
      if (state.isSignInOver) return Promise.reject(new Error('ExpiredTokenException'))
      return Promise.resolve({ status: 'SUCCEEDED', cause: '', ...state.execution })
    },
    concurrency: () => note('concurrency', state.concurrency ?? 1000),
    policy: (arn) => note(`policy ${arn}`, state.boundary === null ? undefined : (state.boundary ?? boundary)),
    mailState: (identity) => {
      const { mailState = { isInSandbox: false, isVerified: true } } = state
      if (!mailState) return Promise.reject(new OperatorRefusal('The state of SES cannot be read.', ['Sign in.']))
      return note(`mailState ${identity}`, mailState)
    },
    highestTextLimit: () => note('highestTextLimit', state.highestTextLimit ?? 1000),
    blocksPublicAccess: (account) => note(`blocksPublicAccess ${account}`, !state.isPublicAccessAllowed),
    firstVersions: (bucket, prefix) => {
      const keys = Object.keys(state.objects ?? {}).filter((key) => key.startsWith(prefix))
      return note(`firstVersions ${bucket} ${prefix}`, new Map(keys.map((key) => [key, 'first'])))
    },
    object: (bucket, key, version) =>
      note(`object ${bucket} ${key} ${version}`, state.objects?.[key] ?? new Uint8Array()),
    newestObjects: (bucket, prefix, most) => {
      const keys = Object.keys(state.objects ?? {}).filter((key) => key.startsWith(prefix))
      const newest = keys.toSorted().slice(-most)
      return note(
        `newestObjects ${bucket} ${prefix}`,
        newest.map((key) => state.objects?.[key] ?? new Uint8Array()),
      )
    },
    parameter: (name) => note(`parameter ${name}`, parameters[name]),
    putParameter: (name, value) => {
      if (state.isSignInOver && parameters[name] !== undefined)
        return Promise.reject(new Error('ExpiredTokenException'))
      parameters[name] = value
      return note(`putParameter ${name}=${value}`, undefined)
    },
    tableProtection: (table) => {
      const whole = { expires: 'expires_at_seconds', isRecoverable: true, isProtected: true }
      return note(`tableProtection ${table}`, { ...whole, ...state.tableProtection })
    },
    secret: (id) => note(`secret ${id}`, state.secrets?.[id] ?? ''),
    subscription: (topic) =>
      note(`subscription ${topic}`, state.subscription ?? { isConfirmed: true, isSwitchedOffByLink: false }),
  })
  return { openAws, calls }
}
