import { css } from 'lit';

export const arithmeticStyles = css`
  :host {
    display: block;
    min-width: 0;
    font-size: 0.9375rem;
    line-height: 1.9;
  }
  .row {
    display: flex;
    align-items: center;
    gap: 0.5rem;
    margin: 0;
    min-width: 0;
  }
  .row + .row {
    margin-block-start: 0.35rem;
  }
  .head {
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  .equals {
    flex: none;
    align-self: center;
    color: var(--soft);
  }
  .expression {
    min-width: 0;
    overflow-wrap: anywhere;
    font-variant-numeric: tabular-nums;
  }
  .names {
    font-style: italic;
  }
  .fraction {
    display: inline-flex;
    flex-direction: column;
    vertical-align: middle;
    max-width: 100%;
    margin-inline: 0.15em;
    text-align: center;
  }
  .bottom {
    border-block-start: 1px solid currentColor;
  }
  .root {
    white-space: nowrap;
  }
  .radicand {
    border-block-start: 1px solid currentColor;
    padding-inline: 0.1em;
  }
  sup {
    line-height: 1;
    vertical-align: 0.55em;
    font-size: 0.8em;
  }
  sub {
    line-height: 0;
    font-size: 0.75em;
  }
  .term {
    display: inline-block;
  }
  button {
    font: inherit;
    color: inherit;
    border: 0;
    border-radius: 4px;
    cursor: pointer;
  }
  .number {
    display: inline-block;
    min-width: 24px;
    min-height: 24px;
    line-height: 24px;
    padding: 0 1px;
    background: none;
    text-decoration: underline dotted 1px;
    text-underline-offset: 0.25em;
  }
  .number:hover {
    background: var(--panel);
  }
  .more {
    min-height: 24px;
    padding: 0 0.5rem;
    line-height: 1.7;
    background: var(--panel);
    border: 1px solid var(--line);
    font-style: normal;
    font-size: 0.8125rem;
  }
  button:focus-visible {
    outline: 3px solid var(--ring);
    outline-offset: 1px;
  }
  .result {
    font-size: 1.125rem;
    font-weight: 650;
    font-variant-numeric: tabular-nums;
  }
  .notes {
    margin: 0.25rem 0 0;
    color: var(--soft);
    font-size: 0.8125rem;
    line-height: 1.5;
  }
  .spoken {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  @media (pointer: coarse) {
    .number,
    .more {
      min-height: 32px;
      line-height: 32px;
    }
  }
`;
