import type { Template } from 'aws-cdk-lib/assertions'
import { textOf } from './synthesise.ts'

/** The input and the output of a step. */
type Step = Record<string, unknown>

interface State {
  Type: 'Pass' | 'Map' | 'Task' | 'Choice' | 'Succeed' | 'Fail'
  Result: { segments: readonly number[] }
  ItemSelector: { migration: string }
  ItemProcessor: MachineDefinition
  /**
   * The input that the state gives to its task. Its names follow Amazon States Language: `id.$` reads a value from the step's
   * input.
   */
  Parameters?: Step
  Retry: [{ MaxAttempts: number }]
  Catch?: [{ Next: string }]
  Choices: [{ BooleanEquals: boolean; Next: string }]
  Default: string
  Next: string
  End?: boolean
}

export interface MachineDefinition {
  StartAt: string
  States: Record<string, State>
}

/** Returns the definition of the state machine with this name in a template. */
export function definitionOf(template: Template, name: string): MachineDefinition {
  const machines = template.findResources('AWS::StepFunctions::StateMachine', {
    Properties: { StateMachineName: name },
  })
  return JSON.parse(textOf(Object.values(machines)[0]?.Properties.DefinitionString))
}

/**
 * Runs a state machine, as far as ours use Amazon States Language, and returns the name of the state in which it ends. `invoke` is
 * the function that its tasks call, and `given` is the machine's input.
 */
export async function runStateMachine(
  { StartAt, States }: MachineDefinition,
  invoke: (step: Step) => Promise<Step>,
  given: Step = {},
): Promise<string> {
  let step = given
  let parts: readonly number[] = []
  for (let name = StartAt; ; ) {
    const state = States[name]
    if (!state) throw new Error(`The machine has no state ${name}`)
    if (state.Type === 'Succeed' || state.Type === 'Fail') return name
    if (state.Type === 'Pass') parts = state.Result.segments
    if (state.Type === 'Map')
      await Promise.all(
        parts.map((segment) =>
          runStateMachine(state.ItemProcessor, invoke, { migration: state.ItemSelector.migration, segment }),
        ),
      )
    if (state.End) return name
    if (state.Type !== 'Task') {
      name =
        state.Type === 'Choice'
          ? (state.Choices.find(({ BooleanEquals }) => BooleanEquals === step.isDone)?.Next ?? state.Default)
          : state.Next
      continue
    }
    try {
      step = await retried(() => invoke(inputOf(state, step)), state.Retry[0].MaxAttempts)
      name = state.Next
    } catch (error) {
      const caught = state.Catch?.[0].Next
      if (caught === undefined) throw error
      name = caught
    }
  }
}

function inputOf({ Parameters }: State, step: Step): Step {
  if (!Parameters) return step
  return Object.fromEntries(
    Object.entries(Parameters).map(([name, value]) =>
      name.endsWith('.$') ? [name.slice(0, -2), step[String(value).slice(2)]] : [name, value],
    ),
  )
}

async function retried<T>(run: () => Promise<T>, attempts: number): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (attempts === 0) throw error
    return retried(run, attempts - 1)
  }
}
