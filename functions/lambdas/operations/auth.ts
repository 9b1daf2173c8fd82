import { acceptInvitation } from '../../accounts/accept-invitation.ts'
import { changePassword } from '../../accounts/change-password.ts'
import { confirmIdentity } from '../../accounts/confirm-identity.ts'
import { connectGoogle } from '../../accounts/connect-google.ts'
import { googleAuth } from '../../accounts/google-auth.ts'
import { login } from '../../accounts/login.ts'
import { logout } from '../../accounts/logout.ts'
import { me } from '../../accounts/me.ts'
import { notMe } from '../../accounts/not-me.ts'
import { addPasskey, readPasskeyChallenge, readPasskeyOptions, removePasskey } from '../../accounts/passkeys.ts'
import { readDeviceKey } from '../../accounts/read-device-key.ts'
import { readFactors } from '../../accounts/read-factors.ts'
import { readTenantInfo } from '../../accounts/read-tenant-info.ts'
import { refresh } from '../../accounts/refresh.ts'
import { requestPasswordReset } from '../../accounts/request-password-reset.ts'
import { resetFactors } from '../../accounts/reset-factors.ts'
import { resetPassword } from '../../accounts/reset-password.ts'
import { passSecondStep, signInWithPasskey } from '../../accounts/second-step.ts'
import { sendVerificationEmail } from '../../accounts/send-verification-email.ts'
import { endOneSession, endOtherSessions, listSessions } from '../../accounts/sessions.ts'
import { setPassword } from '../../accounts/set-password.ts'
import { switchOrganisation } from '../../accounts/switch-organisation.ts'
import { beginTotp, confirmTotp, removeTotp, renewRecoveryCodes } from '../../accounts/totp.ts'
import { readVerification, verifyEmail } from '../../accounts/verify-email.ts'
import { verifyInvitation } from '../../accounts/verify-invitation.ts'

export const authOperations = {
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
  notMe,
  verifyInvitation,
  acceptInvitation,
  listSessions,
  endOneSession,
  endOtherSessions,
  readDeviceKey,
  changePassword,
  passSecondStep,
  readFactors,
  confirmIdentity,
  beginTotp,
  confirmTotp,
  removeTotp,
  renewRecoveryCodes,
  readPasskeyOptions,
  addPasskey,
  removePasskey,
  readPasskeyChallenge,
  signInWithPasskey,
  resetFactors,
}
