import { tenantAdminLabel } from '#shared/rules/permissions.ts'
import { notAvailableText } from '../../lib/browser/format.ts'
import { paths, subscriptionLabel } from '../../lib/navigation/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { productGroupName } from './offered-products.ts'
import styles from './sign-up.module.css'
import { BorderedSection, SignUpFrame } from './sign-up-frame.tsx'
import { type FinishedSignUp, readSignUpProgress } from './sign-up-record.ts'

/** The page `/signup/success`: what was registered, and what to do next. */
export function SignUpSuccessScreen() {
  const { finished } = readSignUpProgress()
  if (finished) return <Success {...finished} />
  return (
    <SignUpFrame title="Session Expired">
      <p>This browser tab no longer has your registration. Nothing you completed is lost.</p>
      <div>
        <ButtonLink to={paths.signUp} variant="primary">
          Go to sign up
        </ButtonLink>
      </div>
    </SignUpFrame>
  )
}

function Success(outcome: FinishedSignUp) {
  const facts = [
    ['Company', outcome.company_name],
    ['Description', outcome.description || notAvailableText],
    ['Business Types', outcome.business_types.map(productGroupName).join(', ')],
    ['Administrator', outcome.full_name],
    ['Email', outcome.email],
    ['Role', tenantAdminLabel],
    ['Subscribed Products', outcome.products.join(', ')],
  ] as const
  return (
    <SignUpFrame title="Registration complete">
      <BorderedSection title="Your registration">
        <dl className={styles.facts}>
          {facts.map(([term, description]) => (
            <div key={term}>
              <dt className="muted small">{term}</dt>
              <dd>{description}</dd>
            </div>
          ))}
        </dl>
      </BorderedSection>
      <BorderedSection title="What’s next">
        <ol className={styles.next}>
          <li>Use the link in the email we sent you to verify your address.</li>
          <li>Set your password and sign in.</li>
          <li>Invite your team and assign roles.</li>
          <li>Open your products from the dashboard and start working.</li>
        </ol>
      </BorderedSection>
      <div className={styles.actions}>
        <ButtonLink to={paths.subscription(outcome.tenant_id)}>{subscriptionLabel}</ButtonLink>
        <ButtonLink to={paths.dashboard} variant="primary">
          Go to Dashboard
        </ButtonLink>
      </div>
    </SignUpFrame>
  )
}
