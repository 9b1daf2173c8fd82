import styles from './avatar.module.css'

/** A person's picture, or the first letter of the name. The caller shows the name itself beside it. */
export function Avatar({ user }: { user: { full_name: string; avatar_url: string | null } }) {
  return user.avatar_url ? (
    <img src={user.avatar_url} alt="" className={styles.avatar} />
  ) : (
    <span aria-hidden="true" className={styles.avatar} data-initial={user.full_name.charAt(0).toUpperCase()} />
  )
}
