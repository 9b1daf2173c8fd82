import { acceptInvitation } from './accept-invitation.ts'
import { connectGoogle } from './connect-google.ts'
import { googleAuth } from './google-auth.ts'
import { login } from './login.ts'
import { logout } from './logout.ts'
import { me } from './me.ts'
import { readTenantInfo } from './read-tenant-info.ts'
import { refresh } from './refresh.ts'
import { requestPasswordReset } from './request-password-reset.ts'
import { resetPassword } from './reset-password.ts'
import { sendVerificationEmail } from './send-verification-email.ts'
import { setPassword } from './set-password.ts'
import { switchOrganisation } from './switch-organisation.ts'
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
}
