/** Room marker so that an empty checkout type-checks. */
