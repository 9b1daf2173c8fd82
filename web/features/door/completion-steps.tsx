import { Dialog } from '../../ui/dialog.tsx'
import { deliveryLabels } from '../deliveries/delivery-labels.ts'
import { namesInShort } from '../deliveries/delivery-text.ts'
import { ConfirmStep } from './confirm-step.tsx'
import { SignStep } from './sign-step.tsx'
import { type DoorCompletionOptions, useDoorCompletion, useDoorExits } from './use-door.ts'

/** The two steps of a completion, in one dialog. */
export function CompletionSteps(opened: DoorCompletionOptions) {
  const door = useDoorCompletion(opened)
  const ways = useDoorExits(door, opened)
  const { step } = door.state
  const isSecond = step.name === 'confirming' || step.name === 'sending'
  const here = door.patients.filter(({ isHere }) => isHere)
  const names = (here.length > 0 ? here : door.patients).map(({ name }) => name)
  return (
    <Dialog
      title={`${deliveryLabels.complete}: ${namesInShort(names)}`}
      onClose={() => void ways.close()}
      onBack={isSecond ? ways.back : ways.leave}
      size="wide"
      fullOnPhone
    >
      {isSecond && <ConfirmStep door={door} step={step} ways={ways} />}
      {/* The first step stays mounted during the second one, so that Back shows the first step as it was left. */}
      <div hidden={isSecond}>
        <SignStep door={door} ways={ways} />
      </div>
    </Dialog>
  )
}
