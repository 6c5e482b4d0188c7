import { css } from 'lit';

/** What colours mean, in a line under or over a picture. Sheets that come after it may say more of `.legend` and `.note`. */
export const legendStyles = css`
  .legend {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.25rem 1.25rem;
    color: var(--soft);
    font-size: 0.75rem;
  }
  .legend span {
    display: inline-flex;
    align-items: center;
    gap: 0.4rem;
    font-variant-numeric: tabular-nums;
  }
  .ramp {
    width: 7rem;
    height: 0.75rem;
    border: 1px solid var(--line);
    forced-color-adjust: none;
  }
  .hatch {
    width: 1.25rem;
    height: 0.75rem;
    border: 1px solid var(--line);
    background: repeating-linear-gradient(-45deg, var(--soft) 0 1px, transparent 1px 4px);
    forced-color-adjust: none;
  }
`;
