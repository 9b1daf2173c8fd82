import { acceptInvitation } from './accept-invitation.ts'
import { changePassword } from './change-password.ts'
import { connectGoogle } from './connect-google.ts'
import { googleAuth } from './google-auth.ts'
import { login } from './login.ts'
import { logout } from './logout.ts'
import { me } from './me.ts'
import { addPasskey, readPasskeyChallenge, readPasskeyOptions, removePasskey } from './passkeys.ts'
import { readFactors } from './read-factors.ts'
import { readTenantInfo } from './read-tenant-info.ts'
import { refresh } from './refresh.ts'
import { requestPasswordReset } from './request-password-reset.ts'
import { resetPassword } from './reset-password.ts'
import { passSecondStep, signInWithPasskey } from './second-step.ts'
import { sendVerificationEmail } from './send-verification-email.ts'
import { endOneSession, endOtherSessions, listSessions } from './sessions.ts'
import { setPassword } from './set-password.ts'
import { switchOrganisation } from './switch-organisation.ts'
import { beginTotp, confirmTotp, removeTotp } from './totp.ts'
import { readVerification, verifyEmail } from './verify-email.ts'
import { verifyInvitation } from './verify-invitation.ts'

export const operations = {
  login,
  refresh,
  logout,
  me,
  switchOrganisation,
  readTenantInfo,
  googleAuth,
  connectGoogle,
  sendVerificationEmail,
  readVerification,
  verifyEmail,
  setPassword,
  requestPasswordReset,
  resetPassword,
  verifyInvitation,
  acceptInvitation,
  listSessions,
  endOneSession,
  endOtherSessions,
  changePassword,
  passSecondStep,
  readFactors,
  beginTotp,
  confirmTotp,
  removeTotp,
  readPasskeyOptions,
  addPasskey,
  removePasskey,
  readPasskeyChallenge,
  signInWithPasskey,
}
