import { classNames } from '../../ui/class-names.ts'
import { CheckIcon } from '../../ui/icons.tsx'
import styles from './sign-up-steps.module.css'

const steps = ['Company Info', 'Product Selection', 'Verify Email']

/** The position of this page in the sign-up; `step` counts from 1. */
export const SignUpSteps = ({ step }: { step: number }) => (
  <ol aria-label="Progress" className={styles.steps}>
    {steps.map((name, index) => (
      <li
        key={name}
        aria-current={index + 1 === step ? 'step' : undefined}
        className={classNames(styles.step, index < step && styles.reached)}
      >
        <span className={styles.mark}>{index + 1 < step ? <CheckIcon /> : index + 1}</span>
        {name}
        {index + 1 < step && <span className="unseen"> (done)</span>}
      </li>
    ))}
  </ol>
)
